import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { FirstRevenue } from './FirstRevenue.tsx';
import { overviewQuery } from './queries.ts';
import { RevenueView } from './RevenueView.tsx';

const RevenueParts = lazy(() =>
  loadChunk(() => import('./RevenueParts.tsx')).then((part) => ({ default: part.RevenueParts })),
);

const route = getRouteApi('/shell/accounts/$accountKey/finance/analytics');

/** `…/finance/analytics`: revenue by day or month, and from each number to what it consists of. */
export const RevenueScreen = () => {
  const { accountKey } = route.useParams();
  const { first, last } = route.useSearch();
  const { data: overview } = useSuspenseQuery(overviewQuery(accountKey));
  if (!overview.hasFinancialData) return <FirstRevenue accountKey={accountKey} overview={overview} />;
  if (first !== undefined && last !== undefined)
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <RevenueParts accountKey={accountKey} overview={overview} days={{ from: first, to: last }} />
      </Suspense>
    );
  return <RevenueView accountKey={accountKey} overview={overview} />;
};
