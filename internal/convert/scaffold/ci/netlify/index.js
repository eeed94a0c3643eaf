// Keeps what sitegen knows of a build for the next one: https://docs.netlify.com/extend/develop-and-share/develop-build-plugins/
const kept = ['.sitegen', 'public']

export const onPreBuild = ({ utils }) => utils.cache.restore(kept)
export const onPostBuild = ({ utils }) => utils.cache.save(kept)
