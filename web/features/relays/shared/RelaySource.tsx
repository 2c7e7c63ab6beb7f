import { Button, Group, Text, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { ChangedMasterLink } from '#contract/api/relays.ts';
import type { Station } from '#contract/api/stations.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useSetMasterLink } from '../queries.ts';

const Source = z.required(z.pick(ChangedMasterLink, { relaySourceURI: true }));
type Source = z.infer<typeof Source>;

/**
 * The stream URL that a station rebroadcasts, set by its master link; a relay of a master is configured at the master.
 */
export const RelaySource = ({ station, readOnly }: { station: Station; readOnly: boolean }) => {
  const set = useSetMasterLink(station.key);
  const { relay_url: relaySourceURI } = station.radio_server_settings;
  const form = useContractForm<Source, Source>(Source, { relaySourceURI });
  const save = async (body: Source): Promise<void> => {
    const link = await set.mutateAsync({ body, failed: 'relay.updateFailed' });
    form.reset({ relaySourceURI: link.relaySourceURI });
    toastSuccess(link.relaySourceURI === '' ? 'Source removed.' : 'Source saved.');
  };
  return (
    <Surface
      title="Relay"
      description="Rebroadcast another stream. Your own encoder overrides it only if you allow that."
    >
      <ContractForm form={form} readOnly={readOnly} onSubmit={save}>
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
              Without a source the station becomes a master, which counts toward your station limit.
            </Text>
            <Button
              variant="subtle"
              color="red"
              size="xs"
              loading={set.isPending}
              onClick={() => void save({ relaySourceURI: '' }).catch(() => undefined)}
            >
              Remove source
            </Button>
          </Group>
        )}
      </ContractForm>
    </Surface>
  );
};
