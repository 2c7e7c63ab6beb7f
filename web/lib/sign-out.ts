import { createContext } from 'react';

/** Ends the session in this browser and at the identity provider. */
export const SignOutContext = createContext<() => Promise<void>>(async () => undefined);

/** Redirects through the identity provider's sign-in even if a session exists, and back to a page of the portal. */
export const SignInAgainContext = createContext<(returnTo: string, email: string) => Promise<void>>(
  async () => undefined,
);
