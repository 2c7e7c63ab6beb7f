import type { User } from '#contract/session.ts';
import { ContactSection } from './ContactSection.tsx';
import { DjSection } from './DjSection.tsx';
import { LocalizationSection } from './LocalizationSection.tsx';

/** The parts of the profile that choose from long lists; their code comes after the page's. */
export const DetailSections = ({ me }: { me: User }) => (
  <>
    <LocalizationSection me={me} />
    <ContactSection me={me} />
    <DjSection me={me} />
  </>
);
