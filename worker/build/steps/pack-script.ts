/**
 * Python, for it is there wherever Sphinx is. Leaves one file of the folder it is given: a zip of all regular files below it, links
 * not followed, or the one file with the right ending, the one with the right name first. Fails without one.
 */
export const packScript = `
import os, shutil, sys, tempfile, zipfile

folder, name, inside = sys.argv[1:]
ending = os.path.splitext(name)[1]
kept = os.path.join(tempfile.mkdtemp(), name)
if ending == ".zip":
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        for place, folders, files in os.walk(folder):
            folders.sort()
            for path in (os.path.join(place, file) for file in sorted(files)):
                if os.path.isfile(path) and not os.path.islink(path):
                    archive.write(path, os.path.join(inside, os.path.relpath(path, folder)))
else:
    found = sorted(file for file in os.listdir(folder) if file.endswith(ending))
    chosen = name if name in found else found[0]
    shutil.move(os.path.join(folder, chosen), kept)
shutil.rmtree(folder)
os.mkdir(folder)
shutil.move(kept, os.path.join(folder, name))
`;
