import { privacyText } from '@/texts/en/privacy';
import { LegalPage } from './legal-page';

export function PrivacyPage() {
  return <LegalPage text={privacyText} />;
}
