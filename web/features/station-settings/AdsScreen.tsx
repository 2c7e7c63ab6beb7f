import { Anchor, Badge, Group, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { AdsTxtText, lintAdsTxt, type AdsTxt } from '#contract/rules/ads-txt.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { count } from '#web/lib/format.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { adsTxtQuery, useSetAdsTxt } from '#web/parts/station-settings-queries.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { LinesInput } from '#web/ui/form/LinesInput.tsx';
import { AdsProblems } from './AdsProblems.tsx';
import { PartnerLinesButtons } from './PartnerLinesButtons.tsx';
import { useMayChange } from './StationSettingsFrame.tsx';
import classes from './StationSettings.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');
const Body = z.object({ text: AdsTxtText });
type Body = z.infer<typeof Body>;

/** `…/settings/ads`: the station's ads.txt, checked line by line while you type. */
export const AdsScreen = () => {
  const { stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: adsTxt } = useSuspenseQuery(adsTxtQuery(stationKey));
  usePageTitle(`${station.name}: Authorized Digital Sellers`);
  return (
    <div className={classes.narrow} key={stationKey}>
      <Editor adsTxt={adsTxt} />
      <Surface title="Public URL" description="Redirect your website’s /ads.txt to this URL.">
        <dl className={classes.list}>
          <CopyField label="URL" value={adsTxt.url} />
        </dl>
        {adsTxt.text.trim() === '' && (
          <Text size="sm" c="dimmed" mt="xs">
            Empty until you save the file above.
          </Text>
        )}
      </Surface>
    </div>
  );
};

const Editor = ({ adsTxt }: { adsTxt: AdsTxt }) => {
  const { stationKey } = route.useParams();
  const set = useSetAdsTxt(stationKey);
  const mayChange = useMayChange();
  const form = useContractForm<Body, Body>(Body, { text: adsTxt.text });
  const draft = useWatch({ control: form.control, name: 'text' });
  const { problems, sellers } = useMemo(() => lintAdsTxt(draft), [draft]);
  const editor = useRef<HTMLTextAreaElement>(null);
  return (
    <Surface
      title="ads.txt"
      description={
        <>
          One seller per line: domain, account ID, DIRECT or RESELLER, and the certification authority ID.{' '}
          <Anchor inherit underline="always" href="https://iabtechlab.com/ads-txt/" target="_blank" rel="noreferrer">
            See the rules
          </Anchor>
        </>
      }
    >
      <ContractForm
        form={form}
        readOnly={!mayChange}
        onSubmit={async ({ text }) => {
          const saved = await set.mutateAsync(text);
          form.reset({ text: saved.text });
          toastSuccess(`${count(saved.sellers, 'seller')} can sell ads for this station.`, 'ads.txt saved');
        }}
      >
        <Controller
          control={form.control}
          name="text"
          render={({ field: { value, onChange }, fieldState }) => (
            <LinesInput
              ref={editor}
              label="Authorized Digital Sellers"
              placeholder="example.com, pub-1234567890, DIRECT, f08c47fec0942fa0"
              value={value}
              onChange={onChange}
              marked={problems}
              error={fieldState.error?.message}
            />
          )}
        />
        <Group gap="xs" role="status">
          <Badge color="gray">{count(sellers, 'seller')}</Badge>
          {problems.length === 0 && draft.trim() !== '' && <Badge color="green">No problems</Badge>}
        </Group>
        <AdsProblems problems={problems} onGo={(line) => goTo(editor.current, line)} />
        {mayChange && (
          <PartnerLinesButtons text={draft} onAdd={(text) => form.setValue('text', text, { shouldDirty: true })} />
        )}
      </ContractForm>
    </Surface>
  );
};

/** Selects a line and scrolls to it. */
const goTo = (editor: HTMLTextAreaElement | null, line: number): void => {
  if (!editor) return;
  const lines = editor.value.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  editor.focus();
  editor.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  editor.scrollTop = (editor.scrollHeight / lines.length) * Math.max(0, line - 4);
};
