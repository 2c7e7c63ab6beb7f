import { SecuritySection } from './SecuritySection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** How the person signs in, and where they are signed in. */
export const SignInSections = () => (
  <>
    <SecuritySection />
    <SessionsSection />
  </>
);
