import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { addOnIds, addOns, purchasableOf } from '#contract/api/add-ons.ts';
import { planFeaturesQuery, stationSubscriptionsQuery } from '#web/features/billing/queries.ts';
import { isShown } from '#web/features/billing/shared/active-subscriptions.ts';
import { CheckoutReturn } from '#web/features/billing/shared/CheckoutReturn.tsx';
import { usePurchase } from '#web/features/billing/shared/use-purchase.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { AddOnCard } from './AddOnCard.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/settings/subscriptions');

/** `…/settings/subscriptions`: what the station subscribes to beside its account's plan. */
export const AddOnsScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { search, close } = usePurchase();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: subscriptions } = useSuspenseQuery(stationSubscriptionsQuery(stationKey));
  const seesPlan = useMay('account.readPlan', { accountKey });
  const { data: features } = useQuery({ ...planFeaturesQuery(accountKey), enabled: seesPlan, throwOnError: false });
  usePageTitle(`${station.name}: Subscriptions`);
  const bought = search.buy === undefined ? undefined : purchasableOf(search.buy);
  const shown = addOnIds
    .map((id) => ({
      addOn: addOns[id],
      subscription: subscriptions.find((one) => one.product === id && isShown(one)),
    }))
    .filter(({ addOn, subscription }) => addOn.offered || subscription);
  return (
    <>
      {search.checkout === 'done' && bought && bought.product !== 'plan' && (
        <CheckoutReturn
          accountKey={accountKey}
          name={addOns[bought.product].name}
          priceId={bought.price.id}
          stationKey={stationKey}
          onBought={close}
        />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {shown.map(({ addOn, subscription }) => (
          <AddOnCard
            key={addOn.id}
            accountKey={accountKey}
            stationKey={stationKey}
            addOn={addOn}
            subscription={subscription}
            isInPlan={addOn.id === 'ctl' && features?.ctlLine === true}
          />
        ))}
      </SimpleGrid>
      {seesPlan && (
        <Text size="sm" c="dimmed" mt="md">
          Charged to the account’s card. Invoices are on the account’s{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link to="/accounts/$accountKey/subscriptions/billing" params={{ accountKey }} {...props} />
            )}
          >
            Billing page
          </Anchor>
          .
        </Text>
      )}
    </>
  );
};
