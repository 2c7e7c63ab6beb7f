import { TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { PrettyUrl } from '#contract/station-profile.ts';
import type { Station } from '#contract/stations.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useSetPrettyUrl } from '#web/parts/station-settings-queries.ts';

const Body = z.object({ pretty_url: PrettyUrl });
type Body = z.infer<typeof Body>;

/** The address of the station's page, saved by itself: it is the one field that another station may have taken. */
export const PrettyUrlForm = ({ station, readOnly }: { station: Station; readOnly: boolean }) => {
  const set = useSetPrettyUrl(station.key);
  const form = useContractForm<Body, Body>(Body, { pretty_url: station.pretty_url });
  return (
    <Surface title="URL" description="The short name of the station; nobody else can have it.">
      <ContractForm
        form={form}
        submit="Save the URL"
        readOnly={readOnly}
        onSubmit={async (body) => {
          const { pretty_url } = await set.mutateAsync(body.pretty_url);
          form.reset({ pretty_url });
          announceSuccess('The URL was saved.');
        }}
      >
        <TextInput
          {...form.register('pretty_url')}
          label="URL"
          description="At least 6 letters, numbers, dashes and underscores"
          autoComplete="off"
          spellCheck={false}
          error={form.formState.errors.pretty_url?.message}
        />
      </ContractForm>
    </Surface>
  );
};
