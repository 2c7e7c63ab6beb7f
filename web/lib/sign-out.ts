import { createContext } from 'react';

/** Ends the session here and at the identity provider. */
export const SignOutContext = createContext<() => Promise<void>>(async () => undefined);

/** Leads through the identity provider's sign-in, also where a session exists, and back to a page of the portal. */
export const SignInAgainContext = createContext<(returnTo: string, email: string) => Promise<void>>(
  async () => undefined,
);
