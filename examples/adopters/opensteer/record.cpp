// Runs OpenSteer's Boids with OpenSteer's two proximity databases and with waylay's, and compares the final
// positions and the CPU time. The program includes OpenSteer's plugins/Boids.cpp, but opens no window.
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "Boids.cpp"
#include "WaylayProximityDatabase.h"

// Boids.cpp needs these functions of the window. None is called, because nothing is drawn or selected.
namespace OpenSteer {
bool enableAnnotation = false, drawPhaseActive = false;
AbstractVehicle *OpenSteerDemo::selectedVehicle = NULL;
Camera OpenSteerDemo::camera;
const float OpenSteerDemo::cameraTargetDistance = 0;
void OpenSteerDemo::position3dCamera(AbstractVehicle &) {}
void OpenSteerDemo::init3dCamera(AbstractVehicle &) {}
void OpenSteerDemo::updateCamera(float, float, const AbstractVehicle *) {}
void OpenSteerDemo::printMessage(const char *) {}
void OpenSteerDemo::printMessage(const std::ostringstream &) {}
void OpenSteerDemo::drawCircleHighlightOnVehicle(const AbstractVehicle *, float, const Color &) {}
AbstractVehicle *OpenSteerDemo::vehicleNearestToMouse() { return NULL; }
void drawLine(const Vec3 &, const Vec3 &, const Color &) {}
void deferredDrawLine(const Vec3 &, const Vec3 &, const Color &) {}
float drawGetWindowHeight() { return 1; }
float drawGetWindowWidth() { return 1; }
void drawSphereObstacle(const SphereObstacle &, float, bool, const Color &, const Vec3 &) {}
void drawCameraLookAt(const Vec3 &, const Vec3 &, const Vec3 &) {}
void drawBasic3dSphericalVehicle(const AbstractVehicle *, const Color &) {}
void draw2dTextAt2dLocation(const std::ostringstream &, const Vec3, const Color &, float, float) {}
} // namespace OpenSteer

namespace {

struct run {
    uint64_t hash;
    double seconds; // per frame
    double neighbours;
};

run fly(OpenSteer::AbstractProximityDatabase<OpenSteer::AbstractVehicle *> &database, int boids, int frames) {
    srand(1);
    Boid::worldRadius = 50 * cbrtf((float)boids / 200);
    std::vector<Boid *> flock;
    for (int i = 0; i < boids; i++) {
        flock.push_back(new Boid(database));
        flock.back()->setPosition(flock.back()->position() *
                                  cbrtf((float)boids / 200)); // as dense as in OpenSteer's demo
        flock.back()->proximityToken->updateForNewPosition(flock.back()->position());
    }
    Boid::totalNeighbors = 0;
    const clock_t began = clock();
    for (int frame = 0; frame < frames; frame++)
        for (Boid *boid : flock)
            boid->update((float)frame / 60, 1.0f / 60);
    run result = {14695981039346656037u, (double)(clock() - began) / CLOCKS_PER_SEC / frames,
                  (double)Boid::totalNeighbors / boids / frames};
    for (Boid *boid : flock) {
        const OpenSteer::Vec3 at = boid->position();
        const float place[3] = {at.x, at.y, at.z};
        unsigned char bytes[sizeof place];
        memcpy(bytes, place, sizeof place);
        for (unsigned char byte : bytes)
            result.hash = (result.hash ^ byte) * 1099511628211u;
        delete boid;
    }
    return result;
}

} // namespace

int main() {
    int fails = 0;
    for (int boids : {200, 1000, 5000}) {
        const int frames = boids > 1000 ? 120 : 600;
        const float size = 50 * cbrtf((float)boids / 200) * 1.1f * 2;
        OpenSteer::BruteForceProximityDatabase<OpenSteer::AbstractVehicle *> brute;
        OpenSteer::LQProximityDatabase<OpenSteer::AbstractVehicle *> bins(
            OpenSteer::Vec3::zero, OpenSteer::Vec3(size, size, size), OpenSteer::Vec3(10, 10, 10));
        WaylayProximityDatabase<OpenSteer::AbstractVehicle *> ours;
        const run naive = fly(brute, boids, frames), theirs = fly(bins, boids, frames),
                  way = fly(ours, boids, frames);
        std::printf("%d boids, a frame of %d|%.3g ms|%.3g ms|%.2f|%s as brute force, which takes %.3g ms; "
                    "%.0f neighbours each\n",
                    boids, frames, 1e3 * theirs.seconds, 1e3 * way.seconds, theirs.seconds / way.seconds,
                    naive.hash == way.hash ? "the same bits" : "OTHER BITS", 1e3 * naive.seconds,
                    way.neighbours);
        fails += naive.hash != way.hash;
    }
    return fails;
}
