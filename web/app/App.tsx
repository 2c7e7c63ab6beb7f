import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { LiveEventsContext } from '#web/lib/live-context.ts';
import type { LiveEvents } from '#web/lib/live-events.ts';
import { useAppearance } from './appearance.ts';
import { styleNonce } from '#web/lib/nonce.ts';
import type { makeRouter } from './router.tsx';
import { SignInAgainContext, SignOutContext } from '#web/lib/sign-out.ts';
import { cssVariables, theme } from './theme.ts';
import { LaterToasts } from './LaterToasts.tsx';

type AppProps = {
  router: ReturnType<typeof makeRouter>;
  queries: QueryClient;
  live: LiveEvents;
  signOut: () => Promise<void>;
  signInAgain: (returnTo: string, email: string) => Promise<void>;
};

/** The portal of a signed-in user. */
export const App = ({ router, queries, live, signOut, signInAgain }: AppProps) => {
  const { scheme, classNames, direction } = useAppearance();
  useLayoutEffect(() => {
    document.documentElement.dir = direction;
    document.documentElement.style.removeProperty('background');
    document.body.classList.remove('dark', 'semi-dark');
    document.body.classList.add(...classNames);
  }, [direction, classNames]);
  return (
    <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        forceColorScheme={scheme}
        getStyleNonce={styleNonce}
        deduplicateInlineStyles
      >
        <QueryClientProvider client={queries}>
          <LiveEventsContext value={live}>
            <SignOutContext value={signOut}>
              <SignInAgainContext value={signInAgain}>
                <LaterToasts />
                <RouterProvider router={router} />
              </SignInAgainContext>
            </SignOutContext>
          </LiveEventsContext>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
};
