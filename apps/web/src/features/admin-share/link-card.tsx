import { Copy } from 'lucide-react';
import { Button, buttonClass } from '@/components/button';
import { Card } from '@/components/card';
import { controlClass } from '@/components/field';
import { copyText } from '@/lib/share/copy';
import { shareLinks } from '@/lib/share/links';
import { adminShare as t } from '@/texts/en/admin-share';
import type { ShareSubject } from './api';

export function LinkCard({ subject }: { subject: ShareSubject }) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-xl">{t.link}</h2>
      <div className="mt-3 flex flex-wrap gap-3">
        <input
          readOnly
          aria-label={t.link}
          value={subject.url}
          onFocus={(event) => event.target.select()}
          className={`${controlClass} grow basis-72 sm:w-auto`}
          data-testid="share-link"
        />
        <Button
          icon={<Copy aria-hidden className="size-4" />}
          onClick={() => void copyText(subject.url, t.copied, t.copyFailed)}
          data-testid="copy-link"
        >
          {t.copy}
        </Button>
      </div>
      <ul className="mt-4 flex flex-wrap gap-3">
        {shareLinks(subject.url, subject.text).map(({ network, href }) => (
          <li key={network}>
            <a href={href} target="_blank" rel="noopener noreferrer" className={buttonClass('outline', 'sm')}>
              {t.shareOn(network)}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
