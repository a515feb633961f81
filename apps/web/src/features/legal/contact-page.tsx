import { Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '@/components/card';
import { TextLink } from '@/components/link';
import { useTitle } from '@/lib/use-title';
import { contact } from '@/texts/en/common';
import { contactTexts as t } from '@/texts/en/contact';
import { Operator } from './operator';
import '@/styles/all.css';

const icon = 'size-6 shrink-0 text-gold-text';

/** Where every "Contact support" leads: how to reach us, and what to have at hand. */
export function ContactPage() {
  useTitle(t.pageTitle);
  return (
    <div className="page-width pt-8 sm:pt-14">
      <h1 className="text-4xl font-extrabold font-tight">{t.title}</h1>
      <p className="mt-4 max-w-text text-lg">{t.lead}</p>
      <ul className="mt-8 grid gap-4 md:grid-cols-3">
        <Way icon={<Mail aria-hidden className={icon} />} name={t.email}>
          <a href={`mailto:${contact.email}`} className="break-all underline underline-offset-4">
            {contact.email}
          </a>
        </Way>
        <Way icon={<Phone aria-hidden className={icon} />} name={t.phone}>
          <a href={contact.phoneLink} className="whitespace-nowrap underline underline-offset-4">
            {contact.phone}
          </a>
        </Way>
        <Way icon={<MapPin aria-hidden className={icon} />} name={t.city}>
          {contact.city}
        </Way>
      </ul>
      <h2 className="mt-12 text-2xl">{t.help}</h2>
      <ul className="mt-5 grid gap-x-12 gap-y-8 md:grid-cols-2">
        {t.topics.map(({ title, text, link }) => (
          <li key={title} className="border-l-4 border-gold pl-5">
            <h3 className="text-xl">{title}</h3>
            <p className="mt-1.5 max-w-text">{text}</p>
            <TextLink to={link.to}>{link.label}</TextLink>
          </li>
        ))}
      </ul>
      <div className="mt-12 max-w-text">
        <Operator />
      </div>
    </div>
  );
}

function Way({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <li>
      <Card className="flex h-full gap-4 p-5">
        {icon}
        <div className="min-w-0">
          <p className="text-sm text-muted">{name}</p>
          <p className="mt-0.5 text-lg font-semibold">{children}</p>
        </div>
      </Card>
    </li>
  );
}
