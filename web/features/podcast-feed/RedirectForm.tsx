import { Text, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { ChangedPodcast, type Podcast } from '#contract/api/podcast.ts';
import { useUpdatePodcast } from '#web/parts/podcast-queries.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';

const Moved = z.required(z.pick(ChangedPodcast, { new_feed_url: true }));

/** Redirects the feed permanently to a new URL. */
export const RedirectForm = ({ podcast, mayChange }: { podcast: Podcast; mayChange: boolean }) => {
  const update = useUpdatePodcast(podcast.key);
  const form = useContractForm(Moved, { new_feed_url: podcast.new_feed_url });
  const { errors } = form.formState;
  return (
    <Surface
      id="new_feed_url"
      title="Redirect feed"
      description="If you move to another host, apps and directories are redirected permanently (301 and itunes:new-feed-url)."
    >
      <ContractForm
        form={form}
        readOnly={!mayChange}
        onSubmit={async (body) => {
          form.reset({ new_feed_url: (await update.mutateAsync({ body })).new_feed_url });
        }}
      >
        <TextInput
          label="New feed URL"
          placeholder="https://"
          inputMode="url"
          {...form.register('new_feed_url')}
          error={errors.new_feed_url?.message}
        />
        <Text size="sm" c="dimmed">
          Leave empty while the feed is hosted here. After moving, keep the redirect permanently, so that listeners who
          come back after months find the new feed. You can still read the feed here with <code>?stay=1</code>.
        </Text>
      </ContractForm>
    </Surface>
  );
};
