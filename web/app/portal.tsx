import { startTransition } from 'react';
import type { Root } from 'react-dom/client';
import type { PublicConfig } from '#contract/api/public-config.ts';
import { session as sessionCalls, type PageStart } from '#contract/api/session.ts';
import { call } from '#web/lib/call.ts';
import { nextTask } from '#web/lib/next-task.ts';
import { seenAs } from '#web/lib/see-as.ts';
import type { Session } from '#web/lib/session.ts';
import { configQuery, meQuery } from '#web/features/session/queries.ts';
import { syncPreferences } from '#web/lib/sync-preferences.ts';
import { App } from './App.tsx';
import { createQueryClient } from './query-client.ts';
import { makeRouter } from './router.tsx';
import { openLiveEvents } from './live.ts';
import { fillPageStart } from './page-start.ts';

type Portal = { settings: PublicConfig; session: Session; pageStart: Promise<PageStart | undefined> };

/** Longer than this, the layout is shown without what it shows. */
const patienceMs = 300;

/**
 * Shows the portal of a signed-in user. The first rendering is a transition, which React interrupts for the user's input; it
 * waits shortly for the screen's code and for what the layout shows, so that both are rendered once instead of twice.
 */
export const showPortal = async (page: Root, { settings, session, pageStart }: Portal): Promise<void> => {
  await nextTask();
  const queries = createQueryClient();
  queries.setQueryData(configQuery.queryKey, settings);
  const filled = fillPageStart(queries, pageStart);
  const router = makeRouter(queries);
  const live = openLiveEvents(queries);
  await nextTask();
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([Promise.all([filled, router.load().catch(() => undefined)]), late]);
  startTransition(() =>
    page.render(
      <App router={router} queries={queries} live={live} signOut={session.signOut} signInAgain={session.signInAgain} />,
    ),
  );
  // On failure the browser's copy of the preferences applies; errors about the user are shown by the page.
  const me = await queries.fetchQuery(meQuery).catch(() => undefined);
  // Preferences of a person whom an administrator sees the portal as are not the administrator's.
  if (me && !seenAs()) syncPreferences(me, (body) => call(sessionCalls.preferences, { body }));
};
