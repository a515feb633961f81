import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '@abato/accounts';

export const ACCESS = 'access';
export type Access = 'public' | 'signed-in' | 'signed-in-unapproved' | 'organiser' | 'super-admin';

/** No token needed; a bad one is ignored. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);
/** Any signed-in user; organisers must be approved unless `unapproved` (profile, logout). */
export const SignedIn = (options: { unapproved?: boolean } = {}) =>
  SetMetadata(ACCESS, (options.unapproved ? 'signed-in-unapproved' : 'signed-in') satisfies Access);
/** An approved COMPANY_ADMIN or a SUPER_ADMIN. */
export const Organiser = () => SetMetadata(ACCESS, 'organiser' satisfies Access);
export const SuperAdmin = () => SetMetadata(ACCESS, 'super-admin' satisfies Access);

export const REAUTHENTICATED = 'reauthenticated';
export interface Reauthentication {
  always?: boolean;
}
/**
 * For what cannot be undone or shows personal data: users with a second factor must have signed in or confirmed themselves within five
 * minutes. `always`: every user, for changes of the sign-in itself.
 */
export const Reauthenticated = (options: Reauthentication = {}) => SetMetadata(REAUTHENTICATED, options);

/** The signed-in user of this request. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  return (context.switchToHttp().getRequest<FastifyRequest>() as FastifyRequest & { user: Actor }).user;
});
