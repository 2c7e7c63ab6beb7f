import { createContext } from 'react';

/** Ends the session here and at the identity provider. */
export const SignOutContext = createContext<() => Promise<void>>(async () => undefined);
