import { useEffect } from 'react';
import type { User } from '#contract/session.ts';
import { ContactSection } from './ContactSection.tsx';
import { DjSection } from './DjSection.tsx';
import { LocalizationSection } from './LocalizationSection.tsx';

/** The parts of the profile that choose from long lists; their code comes after the page's. */
export const DetailSections = ({ me }: { me: User }) => {
  // A link to a part that was not there yet is followed now.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <>
      <LocalizationSection me={me} />
      <ContactSection me={me} />
      <DjSection me={me} />
    </>
  );
};
