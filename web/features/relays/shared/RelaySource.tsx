import { Button, Group, Text, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { ChangedMasterLink } from '#contract/relays.ts';
import type { Station } from '#contract/stations.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useSetMasterLink } from '../queries.ts';

const Source = z.required(z.pick(ChangedMasterLink, { relaySourceURI: true }));
type Source = z.infer<typeof Source>;

/** The stream that a station sends on, by its master link; a station with a master is told there what it sends on. */
export const RelaySource = ({ station, readOnly }: { station: Station; readOnly: boolean }) => {
  const set = useSetMasterLink(station.key);
  const { relay_url: relaySourceURI } = station.radio_server_settings;
  const form = useContractForm<Source, Source>(Source, { relaySourceURI });
  const save = async (body: Source): Promise<void> => {
    const link = await set.mutateAsync({ body, failed: 'relay.updateFailed' });
    form.reset({ relaySourceURI: link.relaySourceURI });
    announceSuccess(link.relaySourceURI === '' ? 'The source was taken off.' : 'The station sends this stream on.');
  };
  return (
    <Surface
      title="Relay"
      description="A stream of somebody else’s that the station sends on. With one, the station is a relay; an encoder of its own is heard before it only where that is switched on."
    >
      <ContractForm form={form} submit="Save the source" readOnly={readOnly} onSubmit={save}>
        <TextInput
          {...form.register('relaySourceURI')}
          type="url"
          label="Source URL"
          description="An MP3 or AAC stream of Icecast, Shoutcast or any HTTP server"
          placeholder="https://radio.example/live.mp3"
          spellCheck={false}
          error={form.formState.errors.relaySourceURI?.message}
        />
        {relaySourceURI !== '' && !readOnly && (
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              Without it the station is a master again, which needs a place in the plan.
            </Text>
            <Button
              variant="subtle"
              color="red"
              size="xs"
              loading={set.isPending}
              onClick={() => void save({ relaySourceURI: '' }).catch(() => undefined)}
            >
              Take the source off
            </Button>
          </Group>
        )}
      </ContractForm>
    </Surface>
  );
};
