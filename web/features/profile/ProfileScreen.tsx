import { Skeleton } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { meQuery } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import classes from './ProfileScreen.module.css';
import { PersonalInfoSection } from './PersonalInfoSection.tsx';

const Details = lazy(() =>
  loadChunk(() => import('./DetailSections.tsx')).then((part) => ({ default: part.DetailSections })),
);

const SignIn = lazy(() =>
  loadChunk(() => import('./SignInSections.tsx')).then((part) => ({ default: part.SignInSections })),
);

const Emails = lazy(() =>
  loadChunk(() => import('./EmailsSection.tsx')).then((part) => ({ default: part.EmailsSection })),
);

const sections = [
  ['you', 'Personal info'],
  ['localization', 'Localization'],
  ['contact', 'Contact'],
  ['dj', 'DJ info'],
  ['email', 'E-mail'],
  ['password', 'Password'],
  ['security', 'Sign-in and security'],
  ['sessions', 'Sessions'],
  ['emails', 'E-mail notifications'],
  ['appearance', 'Appearance'],
] as const;

/** `/profile/settings`: the user's profile, sign-in settings and appearance. */
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
          <PersonalInfoSection me={me} />
          <Suspense fallback={<Skeleton h={1100} radius="lg" role="status" aria-label="Loading" />}>
            <Details me={me} />
          </Suspense>
          <EmailSection me={me} />
          <PasswordSection />
          <Suspense fallback={<Skeleton h={420} radius="lg" role="status" aria-label="Loading" />}>
            <SignIn />
          </Suspense>
          <Suspense fallback={<Skeleton h={340} radius="lg" role="status" aria-label="Loading" />}>
            <Emails />
          </Suspense>
          <AppearanceSection />
        </div>
      </div>
    </>
  );
};
