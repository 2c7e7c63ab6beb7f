import { Alert, Modal, Table, Text } from '@mantine/core';
import { providerRefusals, type AdProvider, type TriedProvider } from '#contract/api/ad-providers.ts';
import { count, whole } from '#web/lib/format.ts';

type ProviderTrialProps = { provider: AdProvider; tried: TriedProvider; onClose: () => void };

/** What an ad server answered to a trial. */
export const ProviderTrial = ({ provider, tried, onClose }: ProviderTrialProps) => (
  <Modal opened onClose={onClose} title={`Trial of “${provider.name}”`}>
    <Alert color={tried.outcome === 'spot' ? 'green' : tried.outcome === 'empty' ? 'blue' : 'red'} mb="md">
      {outcomeText(tried)}
    </Alert>
    <Table variant="vertical">
      <Table.Tbody>
        {rowsOf(tried).map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w="8rem">{name}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    <Text size="sm" c="dimmed" mt="md">
      The trial named no listener and reported nothing.
    </Text>
  </Modal>
);

const outcomeText = ({ outcome, reason }: TriedProvider): string => {
  if (outcome === 'spot') return 'It has a spot.';
  if (outcome === 'empty') return 'It answered, and has no spot now.';
  return `${reason ? providerRefusals[reason] : 'It was refused'}.`;
};

const rowsOf = ({ milliseconds, wrappers, spot }: TriedProvider): [string, string][] => [
  ['Time', `${whole(milliseconds)} ms`],
  ['Refers to', wrappers === 0 ? 'No other ad server' : count(wrappers, 'other ad server')],
  ...(spot
    ? ([
        ['Spot', spot.id],
        ['Length', spot.seconds === null ? 'Unknown' : `${whole(spot.seconds)} s`],
        ['Audio', `${spot.type} from ${spot.host}`],
      ] satisfies [string, string][])
    : []),
];
