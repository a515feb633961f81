import { ShieldX } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '@/components/button';
import { useTitle } from '@/lib/use-title';
import { authTexts } from '@/texts/en/auth';
import '@/styles/all.css';

const t = authTexts.unauthorized;

export function UnauthorizedPage() {
  useTitle(t.pageTitle);
  const navigate = useNavigate();
  const goBack = () => {
    // Opened directly there is nothing to go back to.
    const entry = window.history.state as { idx?: number } | null;
    void (entry?.idx ? navigate(-1) : navigate('/'));
  };
  return (
    <div className="page-width flex flex-col items-center pt-14 text-center sm:pt-24">
      <ShieldX aria-hidden className="size-16 text-red-text" strokeWidth={1.5} />
      <h1 className="mt-5 text-3xl font-extrabold">{t.title}</h1>
      <p className="mt-3 max-w-md text-muted">{t.text}</p>
      <div className="mt-8 flex flex-col gap-3 self-stretch sm:flex-row sm:self-center">
        <Button variant="outline" onClick={goBack}>
          {t.back}
        </Button>
        <ButtonLink to="/">{t.home}</ButtonLink>
      </div>
    </div>
  );
}
