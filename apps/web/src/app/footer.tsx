import { Mail, MapPin, Phone } from 'lucide-react';
import { Link } from '@/components/link';
import { LogoMark } from '@/components/logo';
import { later } from '@/lib/later';
import { brand, contact, footer, nav } from '@/texts/en/common';

const linkClass =
  'inline-flex min-h-touch items-center gap-2.5 text-on-night-muted no-underline hover:text-on-night';

/** For the network that is not known by its initial. */
function Camera() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
      <rect x="3" y="3" width="18" height="18" rx="5" />
      <circle cx="12" cy="12" r="4" />
    </svg>
  );
}

/** The networks' initials: their brand marks may not be shipped with the app. */
function SocialIcons() {
  return (
    <ul aria-label={footer.social} className="mt-5 flex gap-2.5">
      {footer.networks.map((network) => (
        <li key={network}>
          <span
            role="img"
            aria-label={footer.socialSoon(network)}
            title={footer.socialSoon(network)}
            className="grid size-touch place-items-center rounded-full border border-night-line font-display font-bold text-on-night-muted"
          >
            {network === 'Instagram' ? <Camera /> : network[0]}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Footer() {
  const quickLinks = [
    ['/', nav.home],
    ['/contests', nav.contests],
    ['/register', nav.register],
    ['/login', nav.login],
  ] as const;
  const legal = [
    ['/privacy', footer.privacy],
    ['/terms', footer.terms],
    ['/privacy#cookies', footer.cookies],
    ['/find-my-vote', footer.findVote],
    ['/status', footer.status],
  ] as const;
  return (
    <footer className="stage mt-section">
      <div aria-hidden className="kente h-3" />
      <div
        ref={later}
        className="later page-width grid grid-cols-2 gap-x-4 gap-y-10 py-12 [--later:42rem] sm:gap-x-10 sm:[--later:29rem] lg:grid-cols-[1.6fr_1fr_1fr_1.2fr] lg:[--later:13rem]"
      >
        <div className="col-span-2 sm:col-span-1">
          <p className="flex items-center gap-2.5 font-display text-2xl font-extrabold">
            <LogoMark className="h-7" />
            {brand.name}
          </p>
          <p className="mt-3 max-w-sm text-on-night-muted">{brand.promise}</p>
          <SocialIcons />
        </div>
        <nav aria-label={footer.quickLinks}>
          <h2 className="text-lg">{footer.quickLinks}</h2>
          <ul className="mt-2">
            {quickLinks.map(([to, label]) => (
              <li key={to}>
                <Link to={to} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={footer.legal}>
          <h2 className="text-lg">{footer.legal}</h2>
          <ul className="mt-2">
            {legal.map(([to, label]) => (
              <li key={to}>
                <Link to={to} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="col-span-2 sm:col-span-1">
          <h2 className="text-lg">{footer.contact}</h2>
          <ul className="mt-2">
            <li>
              <a href={`mailto:${contact.email}`} className={linkClass}>
                <Mail aria-hidden className="size-5 shrink-0" />
                {contact.email}
              </a>
            </li>
            <li>
              <a href={contact.phoneLink} className={linkClass}>
                <Phone aria-hidden className="size-5 shrink-0" />
                {contact.phone}
              </a>
            </li>
            <li className={linkClass}>
              <MapPin aria-hidden className="size-5 shrink-0" />
              {contact.city}
            </li>
            <li>
              <Link to="/contact" className={linkClass}>
                {footer.support}
              </Link>
            </li>
          </ul>
        </div>
      </div>
      <p className="page-width border-t border-night-line py-5 text-sm text-on-night-muted">
        {footer.rights(new Date().getFullYear())}
      </p>
    </footer>
  );
}
