import { TagsInput } from '@mantine/core';
import type { WordsInputProps } from './WordsInput.tsx';

/** The lazily loaded part of WordsInput. */
export const TagsPart = (props: WordsInputProps) => <TagsInput {...props} />;
