import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FirstRevenue } from './FirstRevenue.tsx';
import { overviewQuery } from './queries.ts';
import { RevenueParts } from './RevenueParts.tsx';
import { RevenueView } from './RevenueView.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/finance/analytics');

/** `…/finance/analytics`: revenue by day or month, and from each number to what it consists of. */
export const RevenueScreen = () => {
  const { accountKey } = route.useParams();
  const { first, last } = route.useSearch();
  const { data: overview } = useSuspenseQuery(overviewQuery(accountKey));
  if (!overview.hasFinancialData) return <FirstRevenue accountKey={accountKey} overview={overview} />;
  if (first !== undefined && last !== undefined)
    return <RevenueParts accountKey={accountKey} overview={overview} days={{ from: first, to: last }} />;
  return <RevenueView accountKey={accountKey} overview={overview} />;
};
