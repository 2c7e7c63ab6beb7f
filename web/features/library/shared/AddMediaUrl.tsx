import { Button, Group, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { StationKey } from '#contract/rules/keys.ts';
import { library, MediaUrl } from '#contract/api/library.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { toastInvalid, toastSuccess } from '#web/lib/toasts.tsx';
import { failureOf } from '#web/lib/error-of.ts';
import { call } from '#web/lib/call.ts';
import { useContractForm } from '#web/ui/form/ContractForm.tsx';
import { withLibraryToken } from '#web/parts/library-token.ts';
import { followUrl } from './upload-store.ts';
import classes from './AddMediaUrl.module.css';

type AddMediaUrlProps = { stationKey: StationKey; onAdded?: () => void };

/** Adds a static MP3 by URL (spec §2 "add media URL"). The field shows errors, the upload tray shows progress. */
export const AddMediaUrl = ({ stationKey, onAdded }: AddMediaUrlProps) => {
  const form = useContractForm(MediaUrl, { url: '' });
  const send = async ({ url }: { url: string }): Promise<void> => {
    try {
      const task = await withLibraryToken(stationKey, (token) => call(library.addUrl, { body: { url } }, { token }));
      followUrl(stationKey, { name: nameOf(url), url }, task);
      toastSuccess('URL accepted. Fetching the file.');
      form.reset({ url: '' });
      onAdded?.();
    } catch (thrown) {
      form.setError(
        'url',
        { message: asApiError(failureOf('media.uploadFailed', thrown)).text },
        { shouldFocus: true },
      );
    }
  };
  return (
    <form onSubmit={(event) => void form.handleSubmit(send, toastInvalid)(event)} noValidate>
      <Group align="flex-start" gap="sm" wrap="nowrap" className={classes.root}>
        <TextInput
          {...form.register('url')}
          label="MP3 URL"
          description="The URL must be a static MP3; streaming URLs are not supported."
          placeholder="https://example.com/song.mp3"
          type="url"
          inputMode="url"
          autoComplete="off"
          leftSection={<IconLink size={16} aria-hidden />}
          error={form.formState.errors.url?.message}
          className={classes.field}
        />
        <Button type="submit" loading={form.formState.isSubmitting} className={classes.button}>
          Add
        </Button>
      </Group>
    </form>
  );
};

const nameOf = (url: string): string => {
  const segment = URL.parse(url)?.pathname.split('/').findLast(Boolean);
  return segment === undefined ? url : decodeOrRaw(segment);
};

const decodeOrRaw = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
