import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Leads to another page in the place of this one. Unlike the router's `Navigate` it does so again where another navigation came
 * between, such as a second click on the link that led here: otherwise the page would stay empty.
 */
export const Redirect = ({ to, params = {} }: { to: string; params?: Readonly<Record<string, string>> }) => {
  const router = useRouter();
  const { href } = router.buildLocation({ to, params } as never);
  const isIdle = useRouterState({ select: ({ status }) => status === 'idle' });
  useEffect(() => {
    if (isIdle) void router.navigate({ href, replace: true });
  }, [router, href, isIdle]);
  return null;
};
