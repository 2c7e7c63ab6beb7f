import { Button, Group, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { isListingOf, type DistributionPlatform } from '#contract/distribution-platforms.ts';
import type { PodcastKey } from '#contract/keys.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useSayListed } from './queries.ts';

type AddressFormProps = { podcastKey: PodcastKey; platform: DistributionPlatform; url: string; onClose: () => void };

/** Where a platform lists the podcast; what stands there is looked at before this closes. */
export const AddressForm = ({ podcastKey, platform, url, onClose }: AddressFormProps) => {
  const [address, setAddress] = useState(url);
  const [error, setError] = useState<string>();
  const say = useSayListed(podcastKey);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const written = address.trim();
    if (written !== '' && !isListingOf(platform, written))
      return setError(`It must be a listing of ${platform.name}, such as ${platform.example}`);
    say.mutate(
      { platform: platform.id, url: written },
      { onSuccess: onClose, onError: (thrown) => setError(fieldOf(thrown)) },
    );
  };
  return (
    <form onSubmit={send} noValidate>
      <TextInput
        type="url"
        label={`Address of the listing on ${platform.name}`}
        placeholder={platform.example}
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        error={error}
        autoComplete="off"
        dir="ltr"
        ref={focused}
      />
      <Group gap="xs" mt="xs">
        <Button size="xs" type="submit" loading={say.isPending}>
          Save and check
        </Button>
        <Button size="xs" variant="default" onClick={onClose} disabled={say.isPending}>
          Cancel
        </Button>
      </Group>
    </form>
  );
};

const fieldOf = (thrown: Error): string | undefined =>
  thrown instanceof ApiError ? Object.values(thrown.fields)[0] : undefined;

const focused = (input: HTMLInputElement | null): void => input?.focus();
