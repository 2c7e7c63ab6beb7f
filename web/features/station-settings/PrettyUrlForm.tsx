import { TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { PrettyUrl } from '#contract/api/station-profile.ts';
import type { Station } from '#contract/api/stations.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useSetPrettyUrl } from '#web/parts/station-settings-queries.ts';

const Body = z.object({ pretty_url: PrettyUrl });
type Body = z.infer<typeof Body>;

/** The slug of the station's page. It has its own form because another station may already use it. */
export const PrettyUrlForm = ({ station, readOnly }: { station: Station; readOnly: boolean }) => {
  const set = useSetPrettyUrl(station.key);
  const form = useContractForm<Body, Body>(Body, { pretty_url: station.pretty_url });
  return (
    <Surface title="URL" description="The short name in the URL of the station’s page. Must be unique.">
      <ContractForm
        form={form}
        readOnly={readOnly}
        onSubmit={async (body) => {
          const { pretty_url } = await set.mutateAsync(body.pretty_url);
          form.reset({ pretty_url });
          toastSuccess('URL saved.');
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
