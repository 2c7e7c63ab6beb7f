import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { StationKey } from '#contract/rules/keys.ts';
import type { ListenerVerdict } from '#contract/api/stream-rules.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { countryName } from '#web/lib/countries.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { fromForm, type RulesForm } from './rules-form.ts';
import { useDecision } from './queries.ts';

/** Tests whether the rules in the form, even unsaved, admit an IP address. */
export const AddressTester = ({ stationKey }: { stationKey: StationKey }) => {
  const { getValues } = useFormContext<RulesForm>();
  const decision = useDecision(stationKey);
  const [address, setAddress] = useState('');
  const { data, error } = decision;
  return (
    <Surface title="Test an IP address" description="Uses the rules as shown above, even unsaved.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          decision.mutate({ address, rules: fromForm(getValues()) });
        }}
      >
        <Group align="flex-start" gap="sm">
          <TextInput
            aria-label="IP address to test"
            placeholder="203.0.113.9"
            value={address}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
            error={error === null ? undefined : errorText(error)}
            spellCheck={false}
            autoComplete="off"
            flex="1 1 240px"
            dir="ltr"
          />
          <Button type="submit" variant="default" loading={decision.isPending} disabled={address.trim() === ''}>
            Test
          </Button>
        </Group>
      </form>
      <div role="status">{data && <Verdict {...data} />}</div>
    </Surface>
  );
};

const Verdict = ({ admitted, because, country }: ListenerVerdict) => (
  <Group gap="xs" mt="sm" wrap="nowrap">
    {admitted ? (
      <IconCircleCheck size={20} color="var(--mantine-color-green-7)" aria-hidden />
    ) : (
      <IconCircleX size={20} color="var(--mantine-color-red-7)" aria-hidden />
    )}
    <Text size="sm">
      {admitted ? 'Allowed' : 'Blocked'}
      {because === 'nothing'
        ? ': no rule matches it'
        : ` by the ${because === 'network' ? 'address' : 'country'} rules`}
      . {country === '' ? 'Country: unknown.' : `Country: ${countryName(country)}.`}
    </Text>
  </Group>
);

const errorText = (error: Error): string =>
  error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : 'Please try again.';
