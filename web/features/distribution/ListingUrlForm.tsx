import { Button, Group, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { isListingOf, type DistributionPlatform } from '#contract/rules/distribution-platforms.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useSetListing } from './queries.ts';

type AddressFormProps = { podcastKey: PodcastKey; platform: DistributionPlatform; url: string; onClose: () => void };

/** The URL of the podcast's listing on a platform, which is checked before the form closes. */
export const ListingUrlForm = ({ podcastKey, platform, url, onClose }: AddressFormProps) => {
  const [listingUrl, setListingUrl] = useState(url);
  const [error, setError] = useState<string>();
  const setListing = useSetListing(podcastKey);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const trimmedUrl = listingUrl.trim();
    if (trimmedUrl !== '' && !isListingOf(platform, trimmedUrl))
      return setError(`Enter the URL of a ${platform.name} listing, such as ${platform.example}`);
    setListing.mutate(
      { platform: platform.id, url: trimmedUrl },
      { onSuccess: onClose, onError: (cause) => setError(fieldOf(cause)) },
    );
  };
  return (
    <form onSubmit={send} noValidate>
      <TextInput
        type="url"
        label={`URL of the listing on ${platform.name}`}
        placeholder={platform.example}
        value={listingUrl}
        onChange={({ currentTarget }) => setListingUrl(currentTarget.value)}
        error={error}
        autoComplete="off"
        dir="ltr"
        ref={focused}
      />
      <Group gap="xs" mt="xs">
        <Button size="xs" type="submit" loading={setListing.isPending}>
          Save and check
        </Button>
        <Button size="xs" variant="default" onClick={onClose} disabled={setListing.isPending}>
          Cancel
        </Button>
      </Group>
    </form>
  );
};

const fieldOf = (cause: Error): string | undefined =>
  cause instanceof ApiError ? Object.values(cause.fields)[0] : undefined;

const focused = (input: HTMLInputElement | null): void => input?.focus();
