import { Input, Stack } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { wording } from '#brand/wording.ts';
import { Surface } from '#web/ui/Surface.tsx';
import type { StationNames } from '../shared/rule-text.ts';
import { StationsInput } from '../shared/StationsInput.tsx';
import { withRules, type CampaignValues } from './campaign-form.ts';
import { RulesField } from './RulesField.tsx';

type AudienceFieldsProps = {
  accountKey: AccountKey;
  stations: readonly { key: StationKey; name: string }[];
  names: StationNames;
  stationKeys: StationKey[];
  onStations: (keys: StationKey[]) => void;
};

/** Who hears a campaign: its stations, and rules about the listeners. */
export const AudienceFields = ({ accountKey, stations, names, stationKeys, onStations }: AudienceFieldsProps) => {
  const { control, setValue } = useFormContext<CampaignValues>();
  const chains = useWatch({ control, name: 'providerRuleChains' });
  const first = chains[0];
  return (
    <Surface title="Who hears it">
      <Stack gap="md">
        <StationsInput
          label="Stations"
          description={`Stations with audio ads switched on play it, and their ${wording.podcasts}.`}
          placeholder={stationKeys.length === 0 ? `All stations and ${wording.podcasts} of the account` : ''}
          stations={stations}
          value={stationKeys}
          onChange={onStations}
        />
        {first && (
          <Input.Wrapper label="Listeners" labelElement="div">
            <RulesField
              accountKey={accountKey}
              stations={names}
              value={first}
              onChange={(chain) => setValue('providerRuleChains', withRules(chains, chain), { shouldDirty: true })}
            />
          </Input.Wrapper>
        )}
      </Stack>
    </Surface>
  );
};
