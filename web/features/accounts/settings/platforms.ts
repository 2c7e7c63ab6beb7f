/** What mobile applications run on. */
export const platforms = { ios: 'iOS', android: 'Android' } as const;
