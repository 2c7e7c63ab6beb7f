import { useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Site } from '#contract/api/site.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { toastInvalid, toastSuccess } from '#web/lib/toasts.tsx';
import { usePublishSite, useSaveSite } from '../queries.ts';
import { placeOfError, type FieldErrors } from './field-errors.ts';
import type { useSiteDraft } from './use-site-draft.ts';

type Options = {
  accountKey: AccountKey;
  opened: Site;
  edited: ReturnType<typeof useSiteDraft>;
  /** The server refused a field of this page, or of this block of it. */
  onError: (place: NonNullable<ReturnType<typeof placeOfError>>) => void;
};

/** Saves and publishes the draft of a site. */
export const useSiteSaving = ({ accountKey, opened, edited, onError }: Options) => {
  // As it was opened or saved here: changes by others are reported as a conflict.
  const [site, setSite] = useState(opened);
  const [errors, setErrors] = useState<FieldErrors>({});
  const saving = useSaveSite(accountKey);
  const publishing = usePublishSite(accountKey);

  /** Saves what is not saved; false if the server refused it. */
  const save = async (): Promise<boolean> => {
    if (!edited.isDirty && site.revision > 0) return true;
    try {
      const { slug, content } = edited.draft;
      const saved = await saving.mutateAsync({ revision: site.revision, slug, draft: content });
      setErrors({});
      setSite(saved);
      edited.stored(saved, { keepsHistory: true });
      return true;
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setErrors(cause.fields);
      if (Object.keys(cause.fields).length > 0) toastInvalid();
      const place = placeOfError(cause.fields);
      if (place) onError(place);
      return false;
    }
  };
  return {
    site,
    errors,
    isSaving: saving.isPending,
    isPublishing: publishing.isPending,
    save,
    publish: (onSettled: () => void): void =>
      publishing.mutate(site.revision, {
        onSuccess: (published) => {
          setSite(published);
          toastSuccess('The site is public.', 'Published');
        },
        onSettled,
      }),
    /** Another version of the site is edited from now on. */
    replace: (next: Site): void => {
      setSite(next);
      setErrors({});
      edited.stored(next, { keepsHistory: false });
    },
  };
};
