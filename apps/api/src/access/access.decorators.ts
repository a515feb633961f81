import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '@abato/accounts';
import type { Permission } from '@abato/contracts';

export const ACCESS = 'access';
export type Access = 'public' | 'signed-in' | 'signed-in-unapproved' | 'organiser' | 'super-admin';

/** Extensions of the OpenAPI document that `createDocument` turns into the first sentences of a description. */
export const ACCESS_EXTENSION = 'x-access';
export const PERMISSION_EXTENSION = 'x-permission';
export const REAUTHENTICATED_EXTENSION = 'x-reauthenticated';

const access = (value: Access): MethodDecorator =>
  applyDecorators(
    SetMetadata(ACCESS, value),
    ApiExtension(ACCESS_EXTENSION, value),
    ...(value === 'public' ? [] : [ApiBearerAuth()]),
  );

/** No token needed; a bad one is ignored. */
export const Public = () => access('public');
export const KNOWS_CALLER = 'knows-caller';
/** A public route that shows a signed-in caller more: a good token is read, a bad one ignored. */
export const KnowsCaller = (): MethodDecorator =>
  applyDecorators(SetMetadata(KNOWS_CALLER, true), ApiBearerAuth());
/** Any signed-in user; organisers must be approved unless `unapproved` (profile, logout). */
export const SignedIn = (options: { unapproved?: boolean } = {}) =>
  access(options.unapproved ? 'signed-in-unapproved' : 'signed-in');
export const PERMISSION = 'permission';
/**
 * An approved COMPANY_ADMIN or a SUPER_ADMIN.
 * @param permission that it needs for the thing it is about, which the service checks; null where it is about none
 */
export const Organiser = (permission: Permission | null) =>
  applyDecorators(
    access('organiser'),
    SetMetadata(PERMISSION, permission),
    ApiExtension(PERMISSION_EXTENSION, permission),
  );
export const SuperAdmin = () => access('super-admin');

export const REAUTHENTICATED = 'reauthenticated';
export interface Reauthentication {
  always?: boolean;
}
/**
 * For what cannot be undone or shows personal data: users with a second factor must have signed in or confirmed themselves within five
 * minutes. `always`: every user, for changes of the sign-in itself.
 */
export const Reauthenticated = (options: Reauthentication = {}) =>
  applyDecorators(
    SetMetadata(REAUTHENTICATED, options),
    ApiExtension(REAUTHENTICATED_EXTENSION, options.always ? 'always' : 'with-second-factor'),
  );

/** The signed-in user of this request. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  return (context.switchToHttp().getRequest<FastifyRequest>() as FastifyRequest & { user: Actor }).user;
});
