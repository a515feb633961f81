import type { StoredUser } from '@abato/contracts';
import { ChevronDown, LogOut, UserRound } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Avatar } from '@/components/avatar';
import { Link } from '@/components/link';
import { useLogout } from '@/lib/use-logout';
import { nav } from '@/texts/en/common';

const item =
  'flex min-h-touch items-center gap-3 rounded-sm px-3 no-underline outline-none data-highlighted:bg-gold-soft data-highlighted:text-gold-text';

export function UserMenu({ user }: { user: StoredUser }) {
  const logout = useLogout();
  const fullName = `${user.firstName} ${user.lastName}`;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={nav.userMenu(fullName)}
        className="flex min-h-touch items-center gap-2 rounded-full py-1 pr-3 pl-1 font-medium hover:bg-current/8"
      >
        <Avatar user={user} size="small" />
        <span className="max-w-32 truncate">{user.firstName}</span>
        <ChevronDown aria-hidden className="size-4" />
      </DropdownMenu.Trigger>
      {/* No portal: the menu belongs to the header, for the eye and for the landmarks. */}
      <DropdownMenu.Content
        align="end"
        sideOffset={8}
        className="z-40 w-64 animate-rise rounded-lg border border-line bg-raised p-2 text-ink shadow-lift"
      >
        <div className="px-3 pt-2 pb-3">
          <p className="truncate font-semibold">{fullName}</p>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
        <DropdownMenu.Separator className="mb-2 h-px bg-line" />
        <DropdownMenu.Item asChild>
          <Link to="/profile" className={item}>
            <UserRound aria-hidden className="size-5" />
            {nav.profile}
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item className={item} onSelect={logout}>
          <LogOut aria-hidden className="size-5" />
          {nav.logout}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
