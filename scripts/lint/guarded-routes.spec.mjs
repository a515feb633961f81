import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { guardedRoutes } from './guarded-routes.mjs';

RuleTester.it = test;
RuleTester.describe = describe;
const tester = new RuleTester({ languageOptions: { parser: tseslint.parser } });
const route = (decorators) => `class C { ${decorators} handle() {} }`;

tester.run('guarded-routes', guardedRoutes, {
  valid: [
    route("@Public() @Get('x')"),
    route('@Post() @Organiser()'),
    route('@SignedIn({ unapproved: true }) @Get()'),
    route('@SubscribeMessage()'),
    route(''),
  ],
  invalid: [
    { code: route("@Get('x')"), errors: [{ messageId: 'missing' }] },
    { code: route('@Delete() @HttpCode(200)'), errors: [{ messageId: 'missing' }] },
    { code: route('@Public() @SuperAdmin() @Put()'), errors: [{ messageId: 'several' }] },
  ],
});
