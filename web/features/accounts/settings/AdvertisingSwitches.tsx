import { Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AccountKey } from '#contract/rules/keys.ts';
import {
  advertisingAvailableQuery,
  campaignsEnabledQuery,
  useEnableCampaigns,
  useSetAdvertisingAvailable,
} from '#web/parts/advertising-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { Surface } from '#web/ui/Surface.tsx';

/** For portal administrators: whether an account runs campaigns itself, and whether it can ask for them. */
export const AdvertisingSwitches = ({ accountKey }: { accountKey: AccountKey }) => {
  const { data: enabled } = useQuery(campaignsEnabledQuery(accountKey));
  const { data: available } = useQuery(advertisingAvailableQuery(accountKey));
  const enable = useEnableCampaigns(accountKey);
  const setAvailable = useSetAdvertisingAvailable(accountKey);
  return (
    <Surface title="Advertising" description="Only portal administrators see this." mt="md">
      <Stack gap="md">
        <Switch
          label="Runs campaigns itself"
          description="The account creates campaigns, which play on its own stations."
          checked={enable.isPending ? enable.variables : (enabled?.enabled ?? false)}
          disabled={!enabled || enable.isPending}
          onChange={({ currentTarget: { checked } }) =>
            enable.mutate(checked, {
              onSuccess: () => toastSuccess(checked ? 'Campaigns are enabled.' : 'Campaigns are disabled.'),
            })
          }
        />
        <Switch
          label="Can request advertising"
          description="The account asks the portal for campaigns, also on stations of others."
          checked={setAvailable.isPending ? setAvailable.variables : (available ?? false)}
          disabled={available === undefined || setAvailable.isPending}
          onChange={({ currentTarget: { checked } }) =>
            setAvailable.mutate(checked, {
              onSuccess: () =>
                toastSuccess(checked ? 'The account can request advertising.' : 'Requests are disabled.'),
            })
          }
        />
      </Stack>
    </Surface>
  );
};
