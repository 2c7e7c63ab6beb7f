/** An ID that doesn't exist. */
export const unknownId = '00000000-0000-4000-8000-000000000000';
