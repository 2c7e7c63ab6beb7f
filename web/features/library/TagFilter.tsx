import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StationKey } from '#contract/rules/keys.ts';
import { libraryTagsQuery } from '#web/parts/library-queries.ts';

type TagFilterProps = { stationKey: StationKey; tag: string | undefined; onChange: (tag: string | undefined) => void };

/** Filters the library by a tag; missing while it has none. */
export const TagFilter = ({ stationKey, tag, onChange }: TagFilterProps) => {
  const { data } = useQuery(libraryTagsQuery(stationKey));
  const tags = data?.tags ?? [];
  if (tags.length === 0 && tag === undefined) return null;
  const known = tags.map((one) => ({ value: one.tag, label: `${one.tag} (${one.tracks.toLocaleString('en')})` }));
  const missing = tag !== undefined && !tags.some((one) => one.tag === tag) ? [{ value: tag, label: tag }] : [];
  return (
    <NativeSelect
      aria-label="Tag"
      value={tag ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      data={[{ value: '', label: 'All tags' }, ...missing, ...known]}
    />
  );
};
