import { useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from '#web/features/session/queries.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { ContactSection } from './ContactSection.tsx';
import { DjSection } from './DjSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { LocalizationSection } from './LocalizationSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import classes from './ProfileScreen.module.css';
import { YouSection } from './YouSection.tsx';

const sections = [
  ['you', 'You'],
  ['localization', 'Localization'],
  ['contact', 'Contact'],
  ['dj', 'DJ info'],
  ['email', 'E-mail'],
  ['password', 'Password'],
  ['appearance', 'Appearance'],
] as const;

/** `/profile/settings`: everything a person says of themselves, how they sign in, and how the portal looks to them. */
export const ProfileScreen = () => {
  const { data: me } = useSuspenseQuery(meQuery);
  return (
    <>
      <PageHeader title="Profile settings" description={me.email} />
      <div className={classes.root}>
        <nav aria-label="Sections" className={classes.sections}>
          {sections.map(([id, name]) => (
            <a key={id} href={`#${id}`}>
              {name}
            </a>
          ))}
        </nav>
        <div className={classes.forms}>
          <YouSection me={me} />
          <LocalizationSection me={me} />
          <ContactSection me={me} />
          <DjSection me={me} />
          <EmailSection me={me} />
          <PasswordSection />
          <AppearanceSection />
        </div>
      </div>
    </>
  );
};
