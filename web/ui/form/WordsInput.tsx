import { TextInput, type TagsInputProps } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';

const TagsPart = lazy(() => loadChunk(() => import('./TagsPart.tsx')).then((part) => ({ default: part.TagsPart })));

export type WordsInputProps = TagsInputProps & { ref?: React.Ref<HTMLInputElement> };

/** Several words in one field, whose code comes after the form's; its place is kept until then. */
export const WordsInput = (props: WordsInputProps) => (
  <Suspense fallback={<TextInput label={props.label} description={props.description} disabled />}>
    <TagsPart {...props} />
  </Suspense>
);
