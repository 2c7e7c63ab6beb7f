import { TagsInput } from '@mantine/core';
import type { WordsInputProps } from './WordsInput.tsx';

/** What WordsInput brings when it is wanted. */
export const TagsPart = (props: WordsInputProps) => <TagsInput {...props} />;
