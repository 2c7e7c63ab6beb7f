import { Text, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { useQueryClient } from '@tanstack/react-query';
import { ChangedPodcast, type Podcast } from '#contract/podcast.ts';
import { useUpdatePodcast } from '#web/parts/podcast-queries.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { feedQuery } from './queries.ts';

const Moved = z.required(z.pick(ChangedPodcast, { new_feed_url: true }));

/** Where the feed has gone: everybody is sent there for good. */
export const MovedForm = ({ podcast, mayChange }: { podcast: Podcast; mayChange: boolean }) => {
  const queries = useQueryClient();
  const update = useUpdatePodcast(podcast.key);
  const form = useContractForm(Moved, { new_feed_url: podcast.new_feed_url });
  const { errors } = form.formState;
  return (
    <Surface
      id="new_feed_url"
      title="Moved away"
      description="When you take it to another host, apps and directories are sent to its new address and told to keep that (301 and itunes:new-feed-url)."
    >
      <ContractForm
        form={form}
        submit="Save"
        readOnly={!mayChange}
        onSubmit={async (body) => {
          form.reset({ new_feed_url: (await update.mutateAsync({ body })).new_feed_url });
          await queries.invalidateQueries({ queryKey: feedQuery(podcast.key).queryKey });
        }}
      >
        <TextInput
          label="New address of the feed"
          placeholder="https://"
          inputMode="url"
          {...form.register('new_feed_url')}
          error={errors.new_feed_url?.message}
        />
        <Text size="sm" c="dimmed">
          Leave it empty as long as the feed is here. Keep it set for good once it has moved: listeners who come back
          after months are sent on, too. The feed can still be read here with <code>?stay=1</code>.
        </Text>
      </ContractForm>
    </Surface>
  );
};
