/** The pictures of lock screens: what plays, and the station's logo in a size that fills them. */
export const lockScreenPictures = (artwork: string | null, logo: string | null, large: string | null): MediaImage[] => [
  ...(artwork !== null && (artwork !== logo || large === null) ? [{ src: artwork }] : []),
  ...(large === null ? [] : [{ src: large, sizes: '512x512', type: 'image/webp' }]),
];
