import { SecuritySection } from './SecuritySection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** Second factors and sessions. */
export const SignInSections = () => (
  <>
    <SecuritySection />
    <SessionsSection />
  </>
);
