import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { AdsTxtText, lintAdsTxt } from '#contract/rules/ads-txt.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Site } from '#contract/api/site.ts';
import { count } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { LinesInput } from '#web/ui/form/LinesInput.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { siteAdsTxtQuery, useSaveSite } from './queries.ts';
import classes from './editor/Editor.module.css';

const Body = z.object({ text: AdsTxtText });
type Body = z.infer<typeof Body>;

type AdsTxtSurfaceProps = { accountKey: AccountKey; site: Site; readOnly: boolean };

/** The ads.txt of the domains: the lines that the site adds, and the file that results from all stations. */
export const AdsTxtSurface = ({ accountKey, site, readOnly }: AdsTxtSurfaceProps) => {
  const { data } = useQuery(siteAdsTxtQuery(accountKey));
  const save = useSaveSite(accountKey);
  const form = useContractForm<Body, Body>(Body, { text: site.draft.ads_txt });
  const lines = useWatch({ control: form.control, name: 'text' });
  const { problems } = useMemo(() => lintAdsTxt(lines), [lines]);
  return (
    <Surface
      title="ads.txt"
      description="The sellers of all your stations in one file at the domain, each line once. Add lines that no station has."
    >
      <ContractForm
        form={form}
        readOnly={readOnly}
        onSubmit={async ({ text }) => {
          const saved = await save.mutateAsync({
            ...{ revision: site.revision, slug: site.slug },
            draft: { ...site.draft, ads_txt: text },
          });
          form.reset({ text: saved.draft.ads_txt });
          toastSuccess('They are in the file once you publish the site.', 'Lines saved');
        }}
      >
        <Controller
          control={form.control}
          name="text"
          render={({ field: { value, onChange }, fieldState }) => (
            <LinesInput
              label="More lines"
              placeholder="example.com, pub-1234567890, DIRECT, f08c47fec0942fa0"
              value={value}
              onChange={onChange}
              marked={problems}
              error={fieldState.error?.message}
            />
          )}
        />
        {problems.length > 0 && (
          <Text size="sm" role="status">
            {problems.map(({ line, message }) => `Line ${line}: ${message}`).join(' ')}
          </Text>
        )}
      </ContractForm>
      {data && (
        <>
          <Group gap="xs" mt="md" mb="xs">
            <Text size="sm" fw={500}>
              The file
            </Text>
            <Badge color="gray">{count(data.sellers, 'seller')}</Badge>
          </Group>
          {data.text === '' ? (
            <Text size="sm" c="dimmed">
              No station has sellers yet, so there is no file: an empty one would forbid every seller.
            </Text>
          ) : (
            <pre className={classes.text} dir="ltr" tabIndex={0} role="region" aria-label="The file">
              {data.text}
            </pre>
          )}
        </>
      )}
    </Surface>
  );
};
