export { SignOutContext } from '#web/lib/sign-out.ts';
