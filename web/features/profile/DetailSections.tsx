import { useEffect } from 'react';
import type { User } from '#contract/api/session.ts';
import { ContactSection } from './ContactSection.tsx';
import { DjSection } from './DjSection.tsx';
import { LocalizationSection } from './LocalizationSection.tsx';

/** The profile sections with long lists; loaded after the page. */
export const DetailSections = ({ me }: { me: User }) => {
  // Scroll to the section in the URL's hash, which did not exist before.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <>
      <LocalizationSection me={me} />
      <ContactSection me={me} />
      <DjSection me={me} />
    </>
  );
};
