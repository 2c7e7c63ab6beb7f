import { TextInput, type TagsInputProps } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';

const TagsPart = lazy(() =>
  loadChunk(() => import('./TagListPart.tsx')).then((part) => ({ default: part.TagListPart })),
);

export type TagListInputProps = TagsInputProps & { ref?: React.Ref<HTMLInputElement> };

/** A tags input, loaded after the form; a disabled input is shown until then. */
export const TagListInput = (props: TagListInputProps) => (
  <Suspense fallback={<TextInput label={props.label} description={props.description} disabled />}>
    <TagsPart {...props} />
  </Suspense>
);
