import { termsText } from '@/texts/en/terms';
import { LegalPage } from './legal-page';

export function TermsPage() {
  return <LegalPage text={termsText} />;
}
