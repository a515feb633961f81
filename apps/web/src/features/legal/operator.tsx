import { Notice } from '@/components/notice';
import { legalShell } from '@/texts/en/legal-text';

/** What only the company can fill in, marked as missing rather than made up. */
export function Operator() {
  const t = legalShell.operator;
  return (
    <Notice tone="info" title={t.title}>
      <p>{t.text}</p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {t.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Notice>
  );
}
