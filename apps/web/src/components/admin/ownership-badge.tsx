import { Badge } from '@/components/badge';
import { adminForms as t } from '@/texts/en/admin-forms';

/** For super admins, who see all hosts and contests but may change only their own. */
export function OwnershipBadge({ own, ownText }: { own: boolean; ownText: string }) {
  return <Badge tone={own ? 'blue' : 'gray'}>{own ? ownText : t.viewOnly}</Badge>;
}
